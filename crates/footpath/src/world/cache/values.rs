//! Values of the cache by type and key: one per body, band or set of rules, or one per ground.

use super::budget::{Budget, Charge, Evict};
use super::{Bytes, Stamp, World};
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by the types of value and key.
#[derive(Default)]
pub(super) struct Values {
    by_type: BTreeMap<[TypeId; 2], Vec<Value>>,
    types: BTreeMap<u64, [TypeId; 2]>,
}

struct Value {
    key: Box<dyn Any + Send>,
    value: Arc<dyn Any + Send + Sync>,
    /// The same value, for its size.
    holder: Arc<dyn Bytes + Send + Sync>,
    used: u64,
    serial: u64,
    _charge: Charge,
}

impl World {
    /// The value of this type and key, made now if it is missing.
    pub(crate) fn derived<K, T>(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Bytes + Send + Sync,
    {
        if let Some(value) = self.find_derived(key) {
            return value;
        }
        // No lock is held while the value is made. Two readers may make the same value; the first one is kept.
        self.insert_derived(key, Arc::new(make()), |_| true)
    }

    /// The value of this type and key for the present ground, made now if it is missing.
    pub(crate) fn derived_on_ground<K, T>(&self, key: &K, make: impl FnOnce() -> T) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Bytes + Send + Sync,
    {
        let key = (key.clone(), self.stamp());
        if let Some(value) = self.find_derived(&key) {
            return value;
        }
        // Values of a ground that no world has any more are removed.
        self.insert_derived(&key, Arc::new(make()), |(_, stamp): &(K, Stamp)| stamp.is_live())
    }

    /// The value of this type and key for the present ground, if it exists.
    pub(crate) fn find_on_ground<K, T>(&self, key: &K) -> Option<Arc<T>>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Send + Sync,
    {
        self.find_derived(&(key.clone(), self.stamp()))
    }

    fn values(&self) -> MutexGuard<'_, Values> {
        self.cache.values.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find_derived<K: Any + PartialEq, T: Any + Send + Sync>(&self, key: &K) -> Option<Arc<T>> {
        self.values().find(key, self.cache.budget.now())
    }

    fn insert_derived<K, T>(&self, key: &K, value: Arc<T>, is_live: impl Fn(&K) -> bool) -> Arc<T>
    where
        K: Any + Clone + PartialEq + Send,
        T: Any + Bytes + Send + Sync,
    {
        let budget: &Arc<Budget> = &self.cache.budget;
        let charge = budget.charge(value.bytes() + size_of::<(Value, K, T)>());
        let serial = budget.serial();
        let mut values = self.values();
        if let Some(found) = values.find(key, serial) {
            return found;
        }
        let types = [TypeId::of::<T>(), TypeId::of::<K>()];
        let all = values.by_type.entry(types).or_default();
        let dead: Vec<Value> = all.extract_if(.., |held| !held.key.downcast_ref::<K>().is_some_and(&is_live)).collect();
        all.push(Value {
            key: Box::new(key.clone()),
            value: value.clone(),
            holder: value.clone(),
            used: serial,
            serial,
            _charge: charge,
        });
        values.types.insert(serial, types);
        drop(values);
        drop(dead);
        let table: Arc<dyn Evict> = self.cache.values.clone();
        budget.note(Arc::downgrade(&table), serial);
        value
    }
}

impl Values {
    fn find<K: Any + PartialEq, T: Any + Send + Sync>(&mut self, key: &K, now: u64) -> Option<Arc<T>> {
        let all = self.by_type.get_mut(&[TypeId::of::<T>(), TypeId::of::<K>()])?;
        let found = all.iter_mut().find(|held| held.key.downcast_ref::<K>() == Some(key))?;
        found.used = now;
        Arc::clone(&found.value).downcast().ok()
    }
}

impl Evict for Mutex<Values> {
    fn evict(&self, serial: u64, time: u64, now: u64) -> Option<u64> {
        let mut values = self.lock().unwrap_or_else(PoisonError::into_inner);
        let types = *values.types.get(&serial)?;
        let all = values.by_type.get_mut(&types)?;
        let at = all.iter().position(|held| held.serial == serial)?;
        if all[at].used > time {
            return Some(all[at].used);
        }
        // A value with entries is dropped after the last of them. None of these was used after `now`.
        if all[at].holder.has_entries() {
            return Some(now + 1);
        }
        let value = all.swap_remove(at);
        values.types.remove(&serial);
        drop(values);
        drop(value);
        None
    }
}

//! Rules of a query: tag and cost of each object of a world for one query.
//!
//! In: a world, whose objects have the tags and costs of the bake, and the rules of a query. Out: tag and cost per object, equal
//! to those of a bake with these rules after its own. Forbidden objects stay in the ground with their heights and are looked up,
//! instead of becoming holes: Bandi & Thalmann (§8.1, figure 14) mark cells during discretisation; we mark objects per query, so
//! one bake serves queries with different rules.
//!
//! Promised: the rules match the objects that they would match in the scene. Plain obstacles are no objects of the scene, so no
//! rule applies to them; an obstacle that counts as an object of the scene has its tag and cost. Objects that the bake ignored
//! have no triangle in the world and cannot come back: [`Semantics::missing`] lists those that rules refer to.

use super::{Bytes, TagError, World};
use crate::scene::{Object, ObjectId, RuleUse, Rules, Tag};
use std::sync::Arc;

/// The cost of plain ground; costs are counted in this fraction of it.
const PLAIN: u16 = 64;

/// Tags and costs of a world's objects for one query.
///
/// ```
/// use footpath::plan::Semantics;
/// use footpath::scene::{ObjectId, Rules, Tag};
/// use footpath::{Bake, Scene, World};
/// let house = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
/// let semantics = Semantics::of(&house, &Rules::new().forbid("Bed_*").cost("Grass", 2.5).forbid("Bde_*"));
/// let named = |name| ObjectId(house.objects().iter().position(|object| object.name == name).expect("an object") as u32);
/// let (bed, grass) = (named("Bed_1"), named("Grass"));
/// assert_eq!((semantics.tag(bed), semantics.cost(bed)), (Tag::Forbidden, 64));
/// assert_eq!((semantics.tag(grass), semantics.cost(grass)), (Tag::Walkable, 160));
/// // A rule that matches nothing is most often a typing error.
/// assert_eq!(semantics.uses()[2].objects, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Semantics {
    tags: Arc<[Tag]>,
    costs: Arc<[u16]>,
    /// Objects whose tag differs from that of the bake, with their new tag.
    changes: Vec<(ObjectId, Tag)>,
    ignored: Vec<ObjectId>,
    missing: Vec<ObjectId>,
    uses: Vec<RuleUse>,
    plain_costs: bool,
    plain: bool,
}

/// Key of cached data of a world's objects. Equal only for the same array of objects.
#[derive(Clone)]
struct Baked(Arc<[Object]>);

impl PartialEq for Baked {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Bytes for Semantics {
    fn bytes(&self) -> usize {
        size_of_val(&*self.tags) + size_of_val(&*self.costs) + self.uses.capacity() * size_of::<RuleUse>()
    }
}

impl Semantics {
    /// Applies the rules of a query to the objects of a world. Without rules the result is cached.
    pub fn of(world: &World, rules: &Rules) -> Self {
        if rules.is_empty() { Self::baked(world) } else { Self::with_rules(world.objects(), rules) }
    }

    /// The tags and costs of the bake.
    pub fn baked(world: &World) -> Self {
        let objects = world.shared_objects();
        Self::clone(&world.derived(&Baked(Arc::clone(objects)), || Self::with_rules(objects, &Rules::new())))
    }

    fn with_rules(objects: &[Object], rules: &Rules) -> Self {
        let (mut tags, mut costs) = (Vec::with_capacity(objects.len()), Vec::with_capacity(objects.len()));
        let (mut changes, mut missing, mut uses) = (Vec::new(), Vec::new(), rules.unused());
        // The last object stands for plain obstacles.
        let own = objects.len().saturating_sub(1);
        for (at, object) in objects.iter().enumerate() {
            let (mut tag, cost) = if at < own { rules.apply_to(object, &mut uses) } else { (object.tag, object.cost) };
            let id = ObjectId(at as u32);
            match object.tag {
                before if before == tag => {}
                Tag::Ignored => {
                    missing.push(id);
                    tag = Tag::Ignored;
                }
                _ => changes.push((id, tag)),
            }
            tags.push(tag);
            costs.push(factor(cost));
        }
        let ignored = changes.iter().filter(|(_, tag)| *tag == Tag::Ignored).map(|(id, _)| *id).collect();
        let there = || tags.iter().zip(&costs).filter(|(tag, _)| **tag != Tag::Ignored);
        let plain_costs = there().all(|(_, cost)| *cost == PLAIN);
        let plain = plain_costs && there().all(|(tag, _)| *tag == Tag::Walkable);
        Self { tags: tags.into(), costs: costs.into(), changes, ignored, missing, uses, plain_costs, plain }
    }

    /// The tag of every object, in their order.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The shared tags.
    pub(crate) fn shared_tags(&self) -> Arc<[Tag]> {
        Arc::clone(&self.tags)
    }

    /// Whether all present ground costs the same.
    pub fn has_plain_costs(&self) -> bool {
        self.plain_costs
    }

    /// The tag of an object. An object that the bake ignored stays ignored; an unknown id is plain ground.
    #[inline]
    pub fn tag(&self, object: ObjectId) -> Tag {
        self.tags.get(object.0 as usize).copied().unwrap_or_default()
    }

    /// The cost of walking on an object, in 1/64 of plain ground. 64 is plain; no cost is lower.
    #[inline]
    pub fn cost(&self, object: ObjectId) -> u16 {
        self.costs.get(object.0 as usize).copied().unwrap_or(PLAIN)
    }

    /// Objects that the query ignores and the bake did not, in order. They are in the ground and must be left out.
    pub fn ignored(&self) -> &[ObjectId] {
        &self.ignored
    }

    /// Objects whose tag differs from the bake's, in order, with the tag of the query, including the ignored ones.
    pub fn changes(&self) -> &[(ObjectId, Tag)] {
        &self.changes
    }

    /// Objects that the bake ignored and a rule of the query needs, in order. They are not in the world.
    pub fn missing(&self) -> &[ObjectId] {
        &self.missing
    }

    /// How many objects each rule matched, in the order of the rules.
    pub fn uses(&self) -> &[RuleUse] {
        &self.uses
    }

    /// Whether no lookup is needed: all ground is walkable at the cost of plain ground.
    pub fn is_plain(&self) -> bool {
        self.plain
    }
}

impl World {
    /// The world under these semantics: objects that the query ignores are absent, and of equal surfaces the foot touches the one
    /// with the more restrictive tag. Equal to a bake with the same tags; made on first use, and cached. See
    /// [`World::with_tags`].
    ///
    /// Objects that the bake ignored and the query needs are refused by name.
    pub fn under(&self, semantics: &Semantics) -> Result<Self, TagError> {
        match semantics.missing() {
            [] => self.with_tags(semantics.changes()),
            missing => Err(TagError::not_baked(self, missing)),
        }
    }
}

/// A cost in 1/64, rounded. Costs end at 1000, so 16 bits are enough.
fn factor(cost: f32) -> u16 {
    (cost * f32::from(PLAIN)).round() as u16
}

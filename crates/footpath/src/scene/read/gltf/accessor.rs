//! Accessors → positions and indices. Every length is checked before memory is taken or a byte is read.

use super::buffers::Buffers;
use super::document::{Accessor, Document};
use super::{ImportError, damaged};

/// What reads a document's accessors.
pub(super) struct Accessors<'a> {
    pub document: &'a Document,
    pub buffers: &'a Buffers<'a>,
}

/// A run of equally spaced elements whose bytes are all there.
struct Run<'a> {
    bytes: &'a [u8],
    stride: usize,
    count: usize,
    component: Component,
    /// Bytes of a component.
    bytes_each: usize,
}

/// Type of a component.
#[derive(Clone, Copy)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    /// The type of a code, and its size in bytes.
    fn of_code(code: u32) -> Option<(Self, usize)> {
        Some(match code {
            5120 => (Self::I8, 1),
            5121 => (Self::U8, 1),
            5122 => (Self::I16, 2),
            5123 => (Self::U16, 2),
            5125 => (Self::U32, 4),
            5126 => (Self::F32, 4),
            _ => return None,
        })
    }

    /// The component at an offset, and the factor by which a normalised one is divided.
    fn at(self, bytes: &[u8], at: usize) -> Option<(f64, f64)> {
        let rest = bytes.get(at..)?;
        Some(match self {
            Self::I8 => (f64::from(i8::from_le_bytes(*rest.first_chunk()?)), f64::from(i8::MAX)),
            Self::U8 => (f64::from(*rest.first()?), f64::from(u8::MAX)),
            Self::I16 => (f64::from(i16::from_le_bytes(*rest.first_chunk()?)), f64::from(i16::MAX)),
            Self::U16 => (f64::from(u16::from_le_bytes(*rest.first_chunk()?)), f64::from(u16::MAX)),
            Self::U32 => (f64::from(u32::from_le_bytes(*rest.first_chunk()?)), 1.0),
            Self::F32 => (f64::from(f32::from_le_bytes(*rest.first_chunk()?)), 1.0),
        })
    }
}

impl<'a> Accessors<'a> {
    /// The positions of an accessor, also quantised and sparse ones.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<[f64; 3]>, ImportError> {
        let accessor = self.accessor(index, "VEC3")?;
        let mut positions = self.dense(index, accessor, 3)?.map_or_else(
            || vec![[0.0; 3]; accessor.count],
            |run| (0..run.count).map(|i| run.position(i, accessor.normalized)).collect(),
        );
        if let Some(sparse) = &accessor.sparse {
            let (part, wanted) = (format!("accessors[{index}].sparse"), sparse.count);
            let (indices, values) = (&sparse.indices, &sparse.values);
            let start = (indices.buffer_view, indices.byte_offset);
            let places = self.run(&part, start, indices.component_type, 1, wanted)?;
            let start = (values.buffer_view, values.byte_offset);
            let values = self.run(&part, start, accessor.component_type, 3, wanted)?;
            for i in 0..sparse.count {
                let place = places.index(i).and_then(|place| positions.get_mut(place as usize));
                let Some(place) = place else {
                    return Err(damaged(part, format!("its index {i} is beyond the accessor")));
                };
                *place = values.position(i, accessor.normalized);
            }
        }
        Ok(positions)
    }

    /// All numbers of an accessor of a kind, element by element.
    pub(super) fn numbers(&self, index: usize, kind: &str, width: usize) -> Result<Vec<f64>, ImportError> {
        let accessor = self.accessor(index, kind)?;
        if accessor.sparse.is_some() {
            let part = format!("accessors[{index}]");
            return Err(ImportError::part(part, "these keys are sparse", "export without sparse accessors"));
        }
        let Some(run) = self.dense(index, accessor, width)? else {
            return Ok(Vec::new());
        };
        let element = |i: usize| (0..width).map(move |axis| (i, axis));
        Ok((0..run.count).flat_map(element).map(|(i, axis)| run.number(i, axis, accessor.normalized)).collect())
    }

    /// The indices of an accessor.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, ImportError> {
        let accessor = self.accessor(index, "SCALAR")?;
        let part = format!("accessors[{index}]");
        if accessor.sparse.is_some() {
            return Err(ImportError::part(part, "these indices are sparse", "export without sparse indices"));
        }
        let Some(run) = self.dense(index, accessor, 1)? else {
            return Ok(Vec::new());
        };
        let indices: Option<Vec<u32>> = (0..run.count).map(|i| run.index(i)).collect();
        indices.ok_or_else(|| damaged(part, "indices must be unsigned integers"))
    }

    fn accessor(&self, index: usize, kind: &str) -> Result<&'a Accessor, ImportError> {
        let part = || format!("accessors[{index}]");
        let accessor = self.document.accessors.get(index);
        let accessor = accessor.ok_or_else(|| damaged(part(), "it is referred to and does not exist"))?;
        if accessor.kind != kind {
            return Err(damaged(part(), format!("its type must be {kind} for what it is used")));
        }
        Ok(accessor)
    }

    /// The elements an accessor has of its own; `None` for a sparse one that begins with zeros.
    fn dense(&self, index: usize, accessor: &Accessor, width: usize) -> Result<Option<Run<'a>>, ImportError> {
        let part = format!("accessors[{index}]");
        if let Some(view) = accessor.buffer_view {
            let start = (view, accessor.byte_offset);
            return self.run(&part, start, accessor.component_type, width, accessor.count).map(Some);
        }
        if accessor.sparse.is_none() {
            let what = "it has no data, as in files with compressed meshes";
            return Err(ImportError::part(part, what, "export without compression"));
        }
        // Zeros take no bytes in the file, so the count alone could ask for any amount of memory.
        if accessor.count > self.buffers.total() {
            let what = format!("{} zeros are claimed, more than the file has bytes", accessor.count);
            return Err(damaged(part, what));
        }
        Ok(None)
    }

    /// The elements from an offset of a view on.
    fn run(
        &self,
        part: &str,
        (view_index, offset): (usize, usize),
        code: u32,
        width: usize,
        count: usize,
    ) -> Result<Run<'a>, ImportError> {
        let fault = |what: String| damaged(part, what);
        let known = Component::of_code(code);
        let (component, bytes_each) = known.ok_or_else(|| fault(format!("no component type is {code}")))?;
        let size = bytes_each * width;
        let view = self.document.buffer_views.get(view_index);
        let view = view.ok_or_else(|| fault(format!("its bufferViews[{view_index}] does not exist")))?;
        let stride = view.byte_stride.filter(|&stride| stride != 0).unwrap_or(size);
        if stride < size {
            return Err(fault(format!("its elements of {size} bytes overlap with a stride of {stride}")));
        }
        let buffer = self.buffers.get(view.buffer);
        let buffer = buffer.ok_or_else(|| fault(format!("its buffers[{}] has no bytes", view.buffer)))?;
        let end = view.byte_offset.checked_add(view.byte_length);
        let bytes = end.and_then(|end| buffer.get(view.byte_offset..end));
        let bytes = bytes.ok_or_else(|| fault(format!("its bufferViews[{view_index}] is beyond its buffer")))?;
        let bytes = bytes.get(offset..).unwrap_or_default();
        let needed = count.checked_sub(1).map_or(Some(0), |gaps| gaps.checked_mul(stride)?.checked_add(size));
        if needed.is_none_or(|needed| needed > bytes.len()) {
            let what = format!("{count} elements of {stride} bytes are claimed and {} bytes are there", bytes.len());
            return Err(fault(what));
        }
        Ok(Run { bytes, stride, count, component, bytes_each })
    }
}

impl Run<'_> {
    fn position(&self, index: usize, normalized: bool) -> [f64; 3] {
        std::array::from_fn(|axis| self.number(index, axis, normalized))
    }

    /// One number of an element.
    fn number(&self, index: usize, axis: usize, normalized: bool) -> f64 {
        let at = index * self.stride + axis * self.bytes_each;
        match self.component.at(self.bytes, at) {
            Some((value, whole)) if normalized => (value / whole).max(-1.0),
            Some((value, _)) => value,
            None => f64::NAN,
        }
    }

    /// An index; `None` if the type is none of indices.
    fn index(&self, index: usize) -> Option<u32> {
        let is_index = matches!(self.component, Component::U8 | Component::U16 | Component::U32);
        let (value, _) = self.component.at(self.bytes, index * self.stride).filter(|_| is_index)?;
        Some(value as u32)
    }
}

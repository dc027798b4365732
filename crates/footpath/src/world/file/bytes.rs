//! Little-endian numbers to and from byte arrays. A reader checks that the bytes exist before it trusts a count.

use super::object_of;
use crate::geom::Vertex;
use crate::ground::Face;

#[derive(Clone, Debug, Default)]
pub(in crate::world) struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    pub fn u8s(&mut self, values: &[u8]) {
        self.bytes.extend_from_slice(values);
    }

    pub fn u16s(&mut self, values: impl IntoIterator<Item = u16>) {
        values.into_iter().for_each(|value| self.bytes.extend_from_slice(&value.to_le_bytes()));
    }

    pub fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub fn i32(&mut self, value: i32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A count, and the faces of 40 bytes each.
    pub fn faces(&mut self, faces: &[Face]) {
        self.faces_from(faces, [0; 3]);
    }

    /// The same, with vertices relative to a point. Faces of tiles are relative to the tile's corner, so that equal tiles have
    /// equal bytes.
    pub fn faces_from(&mut self, faces: &[Face], from: Vertex) {
        self.u32(faces.len() as u32);
        for face in faces {
            face.corners.iter().flatten().zip(from.iter().cycle()).for_each(|(c, from)| self.i32(c - from));
            self.u32(face.object().0 | u32::from(face.is_solid()) << 31);
        }
    }
}

pub(in crate::world) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// `count` numbers of 16 bits.
    pub fn u16s(&mut self, count: usize) -> Option<impl Iterator<Item = u16> + use<'a>> {
        let bytes = self.take(count.checked_mul(2)?)?;
        Some(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])))
    }

    /// `count` numbers of 32 bits.
    pub fn u32s(&mut self, count: usize) -> Option<impl Iterator<Item = u32> + use<'a>> {
        let bytes = self.take(count.checked_mul(4)?)?;
        Some(bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])))
    }

    /// A count, and that number of faces, whose objects are below `objects`.
    pub fn faces(&mut self, objects: u32) -> Option<Vec<Face>> {
        self.faces_if(objects, [0; 3], Face::is_usable)
    }

    fn faces_if(&mut self, objects: u32, from: Vertex, fits: impl Fn(&Face) -> bool) -> Option<Vec<Face>> {
        let count = self.u32()? as usize;
        let bytes = self.take(count.checked_mul(40)?)?;
        let face = |bytes: &[u8]| {
            let number =
                |i: usize| u32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]);
            let mut corners = [[0; 3]; 3];
            for (i, corner) in corners.iter_mut().flatten().enumerate() {
                *corner = (number(i) as i32).checked_add(from[i % 3])?;
            }
            let (object, solid) = object_of(number(9), objects)?;
            let face = Face::new(corners, object, solid);
            fits(&face).then_some(face)
        };
        bytes.chunks_exact(40).map(face).collect()
    }

    /// Faces with vertices relative to a point, up to the end of the bytes.
    pub fn all_faces(mut self, objects: u32, from: Vertex) -> Option<Vec<Face>> {
        let faces = self.faces_if(objects, from, Face::is_usable)?;
        self.is_done().then_some(faces)
    }

    /// Triangles without area, up to the end of the bytes.
    pub fn all_slivers(mut self, objects: u32) -> Option<Vec<Face>> {
        let slivers = self.faces_if(objects, [0; 3], Face::is_sliver)?;
        self.is_done().then_some(slivers)
    }
}

//! Disjoint sets (union-find).

/// Disjoint sets. The lowest number of a set is its root, so roots do not depend on the order of joining.
#[derive(Debug, Default)]
pub(crate) struct DisjointSets {
    parents: Vec<u32>,
}

impl DisjointSets {
    /// `count` sets of one number each.
    pub fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// Becomes `count` sets of one number each again, in the same memory.
    pub fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count as u32);
    }

    /// Puts a number into a set of its own. The caller must separate all numbers of its set.
    pub fn separate(&mut self, of: u32) {
        self.parents[of as usize] = of;
    }

    /// The root of every number's set.
    pub fn roots(&mut self) -> &[u32] {
        for of in 0..self.parents.len() {
            // A parent has a lower number than its children, so its root is known already.
            self.parents[of] = self.parents[self.parents[of] as usize];
        }
        &self.parents
    }

    /// The root of a number's set.
    #[inline]
    pub fn root(&mut self, mut of: u32) -> u32 {
        while self.parents[of as usize] != of {
            let up = self.parents[self.parents[of as usize] as usize];
            self.parents[of as usize] = up;
            of = up;
        }
        of
    }

    /// A number for each set, in the order of their roots, and how many sets there are.
    pub fn numbers(&mut self) -> (Vec<u32>, u32) {
        let (mut numbers, mut count) = (Vec::with_capacity(self.parents.len()), 0);
        for of in 0..self.parents.len() as u32 {
            let root = self.root(of);
            numbers.push(if root == of { count } else { numbers[root as usize] });
            count += u32::from(root == of);
        }
        (numbers, count)
    }

    /// Joins the sets of two numbers.
    #[inline]
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

//! Variants that only reproduce figures of papers.

mod areas;

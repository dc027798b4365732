//! The kernel against brute force on random graphs, and the queue against a plain model of it.

use super::{Buckets, Fifo, MAX_COST, Outcome, Queue, Seen, Space, search};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A graph with its estimates and goals, and a count of the calls.
#[derive(Clone, Debug, Default)]
struct Graph {
    arcs: Vec<Vec<(u32, u32)>>,
    estimates: Vec<u32>,
    goals: Vec<u32>,
    /// Ids known so far, for spaces that number nodes as they find them.
    known: Option<usize>,
}

impl Graph {
    fn new(nodes: usize, arcs: &[(usize, usize, u32)]) -> Self {
        let mut graph = Self { arcs: vec![Vec::new(); nodes], estimates: vec![0; nodes], ..Self::default() };
        for &(from, to, cost) in arcs {
            graph.arcs[from % nodes].push(((to % nodes) as u32, cost));
        }
        graph
    }

    /// Least costs from the starts, by relaxing all arcs until nothing changes.
    fn bellman_ford(&self, starts: &[(u32, u32)]) -> Vec<u32> {
        let mut costs = vec![u32::MAX; self.arcs.len()];
        starts.iter().for_each(|&(node, cost)| costs[node as usize] = costs[node as usize].min(cost));
        for _ in 0..self.arcs.len() {
            for (from, arcs) in self.arcs.iter().enumerate() {
                for &(to, cost) in arcs {
                    let there = u64::from(costs[from]) + u64::from(cost);
                    if costs[from] != u32::MAX && there < u64::from(costs[to as usize]) {
                        costs[to as usize] = there as u32;
                    }
                }
            }
        }
        costs
    }

    fn backwards(&self) -> Self {
        let arcs = self.arcs.iter().enumerate().flat_map(|(from, arcs)| arcs.iter().map(move |arc| (from, arc)));
        let arcs: Vec<_> = arcs.map(|(from, &(to, cost))| (to as usize, from, cost)).collect();
        Self::new(self.arcs.len(), &arcs)
    }

    fn run(&mut self, queue: &mut impl Queue, seen: &mut Seen, starts: &[(u32, u32)]) -> Outcome {
        search(self, queue, seen, starts, u64::MAX)
    }

    /// Checks that the paths to these nodes are paths of the graph and cost what the table says.
    fn check_ways(&self, seen: &Seen, starts: &[(u32, u32)], nodes: impl IntoIterator<Item = u32>) {
        for node in nodes.into_iter().filter(|&node| seen.contains(node)) {
            let way = seen.path(node);
            let start = starts.iter().filter(|start| start.0 == way[0].0).map(|start| start.1).min();
            let mut cost = start.expect("a way begins at a start");
            for pair in way.windows(2) {
                let arc = self.arcs[pair[0].0 as usize][usize::from(pair[1].1)];
                assert_eq!(arc.0, pair[1].0);
                cost += arc.1;
            }
            assert_eq!(cost, seen.cost(node));
        }
    }
}

impl Space for Graph {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        for (how, &(to, cost)) in self.arcs[node as usize].iter().enumerate() {
            self.known = self.known.map(|known| known.max(to as usize + 1));
            visit(to, cost, how as u8);
        }
    }

    fn estimate(&self, node: u32) -> u32 {
        self.estimates[node as usize]
    }

    fn is_goal(&mut self, node: u32) -> bool {
        self.goals.contains(&node)
    }

    fn len(&self) -> usize {
        self.known.unwrap_or(self.arcs.len())
    }
}

fn graphs(costs: impl Strategy<Value = u32> + Clone) -> impl Strategy<Value = Graph> {
    let arcs = move |nodes| prop::collection::vec((0..nodes, 0..nodes, costs.clone()), 0..nodes * 4);
    (1_usize..30).prop_flat_map(move |nodes| arcs(nodes).prop_map(move |arcs| Graph::new(nodes, &arcs)))
}

/// Costs of all sizes, so that all levels of the queue are used; a path of thirty of them stays below the limit.
fn costs() -> impl Strategy<Value = u32> + Clone {
    prop_oneof![0_u32..4, 400_u32..600, 0_u32..100_000, 0_u32..70_000_000]
}

fn starts(graph: &Graph, picks: &[(usize, u32)]) -> Vec<(u32, u32)> {
    picks.iter().map(|&(node, cost)| ((node % graph.arcs.len()) as u32, cost)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn floods_find_the_least_costs(mut graph in graphs(costs()), picks in prop::collection::vec((0_usize..30, 0_u32..5000), 1..4)) {
        let starts = starts(&graph, &picks);
        let truth = graph.bellman_ford(&starts);
        // One table and queue for both, and ids that grow while the search runs in the second run.
        let (mut seen, mut buckets, mut fifo) = (Seen::default(), Buckets::default(), Fifo::default());
        let outcome = graph.run(&mut buckets, &mut seen, &starts);
        let reached = truth.iter().filter(|&&cost| cost != u32::MAX).count() as u64;
        prop_assert_eq!((outcome.goal, outcome.expanded), (None, reached), "each node once");
        let costs = |seen: &Seen| (0..truth.len() as u32).map(|node| seen.cost(node)).collect::<Vec<_>>();
        prop_assert_eq!(&costs(&seen), &truth);
        graph.check_ways(&seen, &starts, 0..truth.len() as u32);
        graph.known = Some(1);
        let mut seen = Seen::default();
        graph.run(&mut fifo, &mut seen, &starts);
        prop_assert_eq!(&costs(&seen), &truth);
        graph.check_ways(&seen, &starts, 0..truth.len() as u32);
    }

    #[test]
    fn a_star_is_optimal_even_with_inconsistent_estimates(
        mut graph in graphs(costs()),
        picks in prop::collection::vec((0_usize..30, 0_u32..5000), 1..4),
        goals in prop::collection::vec(0_usize..30, 1..4),
        parts in prop::collection::vec(0_u64..=16, 30),
    ) {
        let starts = starts(&graph, &picks);
        graph.goals = goals.iter().map(|&goal| (goal % graph.arcs.len()) as u32).collect();
        let from_goals: Vec<_> = graph.goals.iter().map(|&goal| (goal, 0)).collect();
        // Never more than the truth, otherwise arbitrary: some sixteenths of it. Nodes that reach no goal get any estimate.
        let left = graph.backwards().bellman_ford(&from_goals);
        graph.estimates = left.iter().zip(&parts).map(|(&left, &part)| (u64::from(left) * part / 16) as u32).collect();
        let truth = graph.bellman_ford(&starts);
        let best = graph.goals.iter().map(|&goal| truth[goal as usize]).min().unwrap_or(u32::MAX);
        let mut seen = Seen::default();
        let outcome = graph.run(&mut Buckets::default(), &mut seen, &starts);
        prop_assert_eq!(outcome.goal.map_or(u32::MAX, |goal| seen.cost(goal)), best);
        // Elsewhere a node may have become cheaper after its successors were expanded.
        graph.check_ways(&seen, &starts, outcome.goal);
    }

    #[test]
    fn a_bushfire_is_a_breadth_first_search(mut graph in graphs(Just(1)), start in 0_usize..30, goal in 0_usize..30) {
        let starts = starts(&graph, &[(start, 0)]);
        let truth = graph.bellman_ford(&starts);
        let goal = (goal % graph.arcs.len()) as u32;
        graph.goals = vec![goal];
        let mut seen = Seen::default();
        let outcome = graph.run(&mut Fifo::default(), &mut seen, &starts);
        prop_assert_eq!(outcome.goal.is_some(), truth[goal as usize] != u32::MAX);
        prop_assert!(outcome.expanded <= graph.arcs.len() as u64, "no node twice");
        for node in (0..truth.len() as u32).filter(|&node| seen.contains(node)) {
            prop_assert_eq!(seen.cost(node), truth[node as usize]);
        }
    }

    /// Lowest key first, of equal keys the last; keys below the last popped one are raised to it.
    #[test]
    fn buckets_are_a_sorted_map_of_stacks(
        work in prop::collection::vec(prop_oneof![
            Just(None),
            // Few keys that are far apart share buckets again after they were spread.
            (prop_oneof![
                0_u32..8, 0_u32..5000, 0_u32..5_000_000, any::<u32>(),
                (0_u32..6).prop_map(|key| key * 5_000), (0_u32..6).prop_map(|key| key * 5_000_000),
            ], 0_u32..100).prop_map(Some),
        ], 0..400),
    ) {
        let mut queue = Buckets::default();
        for _ in 0..2 {
            queue.clear();
            let (mut model, mut last) = (BTreeMap::<u32, Vec<u32>>::new(), 0);
            for item in &work {
                if let &Some((ahead, node)) = item {
                    // Keys above the last popped one, and keys that may be below it.
                    let key = if node % 2 == 0 { ahead } else { ahead.saturating_add(last) };
                    queue.push(key, node);
                    model.entry(key.max(last)).or_default().push(node);
                    continue;
                }
                let expected = model.first_entry().map(|mut stack| {
                    last = *stack.key();
                    let node = stack.get_mut().pop();
                    if stack.get().is_empty() {
                        stack.remove();
                    }
                    node.expect("no empty stacks")
                });
                prop_assert_eq!(queue.pop(), expected);
            }
            // Entries that are left in the queue must be gone after the next clear.
        }
    }
}

#[test]
fn costs_beyond_the_limit_are_left_out_and_told() {
    let mut graph = Graph::new(4, &[(0, 1, MAX_COST), (1, 2, 1), (0, 3, u32::MAX), (3, 3, 0)]);
    graph.estimates = vec![u32::MAX; 4];
    graph.goals = vec![2, 3];
    let mut seen = Seen::default();
    let outcome = graph.run(&mut Buckets::default(), &mut seen, &[(0, 0)]);
    assert_eq!((outcome.goal, outcome.too_costly), (None, true));
    assert_eq!((seen.cost(1), seen.contains(2), seen.contains(3)), (MAX_COST, false, false));
    let outcome = graph.run(&mut Buckets::default(), &mut seen, &[(0, MAX_COST + 1)]);
    assert_eq!((outcome.too_costly, outcome.enqueued), (true, 0));
    let outcome = graph.run(&mut Buckets::default(), &mut seen, &[]);
    assert_eq!(outcome, Outcome::default());
}

#[test]
fn a_budget_ends_the_search() {
    let chain: Vec<_> = (0..9).map(|node| (node, node + 1, 1)).collect();
    let mut graph = Graph::new(10, &chain);
    graph.goals = vec![9];
    let mut seen = Seen::default();
    let mut run = |budget| search(&mut graph, &mut Buckets::default(), &mut seen, &[(0, 0)], budget);
    let short = run(8);
    assert_eq!((short.goal, short.expanded, short.exhausted), (None, 8, true));
    let enough = run(9);
    assert_eq!((enough.goal, enough.expanded, enough.exhausted), (Some(9), 9, false));
    assert_eq!(run(0).expanded, 0);
}

#[test]
fn a_table_forgets_even_when_its_stamps_run_out() {
    let mut graph = Graph::new(2, &[(0, 1, 5)]);
    let mut seen = Seen::default();
    graph.run(&mut Fifo::default(), &mut seen, &[(0, 0)]);
    for _ in 0..1_u32 << 23 {
        seen.clear();
        assert!(!seen.contains(0) && !seen.contains(1));
    }
    assert_eq!((seen.cost(1), seen.parent(1), seen.path(1)), (u32::MAX, None, Vec::new()));
    graph.run(&mut Fifo::default(), &mut seen, &[(0, 0)]);
    assert_eq!(seen.path(1), [(0, 0), (1, 0)]);
}

use assize::trial::*;
use assize::*;
fn main() {
    for n in policy::built_in_names(Stage::Gate) {
        if let Some(w) = std::env::args().nth(1) {
            if w != n {
                continue;
            }
        }
        let p = Policy::compile(Stage::Gate, n, built_in(Stage::Gate, n).unwrap()).unwrap();
        let t = std::time::Instant::now();
        let v = verify(&p, &VerifyOptions::default()).unwrap();
        println!("== {n} {:?}", t.elapsed());
        for s in &v.scopes {
            println!("   {s:?}");
        }
        for x in &v.violations {
            println!("  VIOL {} {:?} {:?}", x.property, x.name, x.rule);
            if let Some(w) = &x.witness {
                println!(
                    "     {:?} {} {:?} {:?}",
                    w.outcome, w.rule, w.docket.seats, w.docket.world
                );
            }
            if let Some(w) = &x.other {
                println!("     vs {:?} {} {:?}", w.outcome, w.rule, w.docket.seats);
            }
        }
        for x in &v.unsure {
            println!("  unsure {} {:?} {:?}", x.property, x.name, x.rule);
        }
        for x in &v.params {
            println!("  {x:?}");
        }
        for x in &v.beyond {
            println!("  beyond {x}");
        }
    }
}

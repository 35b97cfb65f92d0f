//! The reflection log: what is read, and what is said about mistakes.

use points_to::ReflectionLog;

fn errors(text: &str) -> Vec<String> {
    let (_, errors) = ReflectionLog::parse("r.log", text);
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn good_lines() {
    let text = "\
# a comment

Class.forName;shop.Pump;shop.Main.main;12;;
Class.newInstance;shop.Pump$Valve;shop.Main.<init>;-1;;
Array.newInstance;int[][];shop.Main.main;3
Method.invoke;<shop.Pump: void start(java.lang.String,int[])>;shop.Main.lambda$main$0;14;;
Constructor.newInstance;<shop.Pump: void <init>()>;shop.Main.main;;;
Field.get*;<shop.Pump: shop.Pump$Valve valve>;shop.Main.main;;isAccessible=true;
java.util.ServiceLoader.load;shop.Pump;shop.Main.main
";
    assert_eq!(errors(text), [""; 0]);
}

#[test]
fn bad_lines() {
    let check = |line: &str, message: &str| {
        assert_eq!(errors(&format!("\n{line}")), [format!("r.log:2: {message}")]);
    };
    check("Class.forName;shop.Pump", "expected `call;target;caller`");
    check("forName;shop.Pump;a.B.c", "`forName` is no call: expected `Class.method`");
    check("Class.forName;shop Pump;a.B.c", "`shop Pump` is no class");
    check("Class.forName;shop.Pump;main", "`main` is no method: expected `package.Class.method`");
    check("Class.forName;shop.Pump;a.B.c;twelve", "`twelve` is no line number");
    check(
        "Method.invoke;shop.Pump;a.B.c",
        "the target of Method.invoke must be a method, not a class",
    );
    check(
        "Constructor.newInstance;<shop.Pump: void make()>;a.B.c",
        "the target of Constructor.newInstance must be a constructor, not a method",
    );
    check(
        "Field.set*;<shop.Pump: void make()>;a.B.c",
        "the target of Field.set* must be a field, not a method",
    );
    check(
        "Method.invoke;<shop.Pump void make()>;a.B.c",
        "`<shop.Pump void make()>` is no member: expected `<Class: Type field>` or `<Class: Type method(Type,…)>`",
    );
}

#[test]
fn an_empty_log_knows_nothing() {
    let (log, errors) = ReflectionLog::parse("r.log", "# nothing\n");
    assert!(log.is_empty() && errors.is_empty());
}

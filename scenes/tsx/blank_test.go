package tsx_test

import (
	"strings"
	"testing"

	"plotline/scenes/tsx"
)

const imports = `import React, { memo, forwardRef, useMemo, useState, Fragment, Component } from "react";
import * as R from "remotion";
import { AbsoluteFill, Composition, Composition as C, Still, Folder, Sequence, Series, useCurrentFrame } from "remotion";
const Main = () => <AbsoluteFill>Hello</AbsoluteFill>;
declare const x: any;
`

// TestBlankScenes checks that a scene is rejected if it can never show anything.
func TestBlankScenes(t *testing.T) {
	t.Parallel()
	const register, noJSX, child = "registers a video", "returns no JSX", "an object is a child of <"
	for code, want := range map[string]string{
		`export default () => <Composition id="a" component={Main} durationInFrames={90} fps={30} width={9} height={9} />`:      "it renders <Composition>, which registers a video and shows nothing in a scene: export `Main` as the default instead",
		`export const Root: React.FC = () => { return <><Composition id="a" component={Main} /></> }; export default Root`:      register,
		`export default function Root() { return (<><C id="a" component={Main} /><Composition id="b" component={Main} /></>) }`: register,
		`export default () => <R.Composition id="a" component={Main} />`:                                                        register,
		`export default () => <Folder name="a"><Still id="a" component={Main} /></Folder>`:                                      "the component returns no JSX",
		`export default () => <AbsoluteFill><Composition id="a" component={Main} /></AbsoluteFill>`:                             register,
		`export default () => <div><C id="a" component={Main} /></div>`:                                                         register,
		`export default () => React.createElement(Composition, { id: "a", component: Main })`:                                   register,
		`const Root = () => <C id="a" component={Main} />; export default () => <Root />`:                                       register,
		`export default memo(() => <C id="a" component={Main} />)`:                                                              register,
		`export default async function Scene() { return <p>Hi</p> }`:                                                            "`Scene` is async",
		`export default async () => <p>Hi</p>`:                                                                                  "the component is async",
		`const Scene = async () => { await x; return <p>Hi</p> }; export default Scene`:                                         "`Scene` is async",
		`async function Scene() { return <p>Hi</p> }; export default memo(Scene)`:                                               "is async",
		`async function Slow() { return <p>Hi</p> }; export default () => <Slow />`:                                             "`Slow` is async",
		`export default function* Scene() { yield <p>Hi</p> }`:                                                                  "is a generator",
		`export default function Scene() { <p>Hi</p> }`:                                                                         noJSX,
		`export default () => { <p>Hi</p> }`:                                                                                    noJSX,
		`export default function Scene() { return; <p>Hi</p> }`:                                                                 noJSX,
		`export default function Scene() { throw new Error("later") }`:                                                          noJSX,

		`export default () => null`:                                                                              noJSX,
		`export default () => undefined`:                                                                         noJSX,
		`export default () => ""`:                                                                                noJSX,
		`export default () => x ? null : false`:                                                                  noJSX,
		`export default () => x && null`:                                                                         noJSX,
		`export default () => []`:                                                                                noJSX,
		`export default () => <></>`:                                                                             noJSX,
		`export default () => <Fragment>{null}</Fragment>`:                                                       noJSX,
		`export default () => <Sequence from={3}>{null}</Sequence>`:                                              noJSX,
		`export default function Scene() { const inner = () => { return <p/> }; }`:                               noJSX,
		`export default forwardRef(function Scene(props, ref) { })`:                                              noJSX,
		`export default class Scene extends Component { render() { return null } }`:                              noJSX,
		`export default class Scene extends React.Component { draw() { return <p/> } }`:                          "has no method render",
		`export default () => ({ title: "Hi" })`:                                                                 "returns an object instead of JSX",
		`const data = { title: "Hi" }; export default () => data`:                                                "returns an object instead",
		`export default () => new Date()`:                                                                        "returns an object instead",
		`export default () => () => <p>Hi</p>`:                                                                   "returns a function instead",
		`async function load() { return <p/> }; export default () => load()`:                                     "returns a promise instead",
		`export default () => <p>{{ title: "Hi" }}</p>`:                                                          child + "p>",
		`const data = { title: "Hi" }; export default () => <AbsoluteFill><h1>{data}</h1></AbsoluteFill>`:        child + "h1>",
		`export default function Scene() { const style = { color: "red" }; return <div><b>Hi</b>{style}</div> }`: child + "div>",
		`export default () => <p>{new Date()}</p>`:                                                               child + "p>",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			_, err := tsx.Compile(imports + code)
			if err == nil || !strings.HasPrefix(err.Error(), "the scene can never show anything: ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

// TestScenesThatMayShow checks that no scene is rejected that may show something.
func TestScenesThatMayShow(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		`export default () => "Hi"`,
		`export default () => 7`,
		`export default () => <p/>`,
		`export default function Scene() { return useCurrentFrame() < 9 ? null : <p>Hi</p> }`,
		`export default function Scene() { if (useCurrentFrame() < 9) return null; return <p>Hi</p> }`,
		`export default function Scene() { const f = useCurrentFrame(); if (f > 9) { return <p>{f}</p> } }`,
		`export default function Scene() { switch (useCurrentFrame()) { case 1: return <p/>; default: return null } }`,
		`export default function Scene() { try { return <p/> } catch { return null } }`,
		`export default () => x && <p>Hi</p>`,
		`export default () => x || null`,
		`export default () => x ?? null`,
		`export default () => [null, <p key="a">Hi</p>]`,
		`export default () => <>{x.map((a) => <p>{a}</p>)}</>`,
		`export default memo(forwardRef((props, ref) => <p ref={ref}>Hi</p>))`,
		`export default React.memo(Main)`,
		`export default Main`,
		`export { Main as default }`,
		`export { AbsoluteFill as default } from "remotion"`,
		`export default () => <Main />`,
		`export default () => <><Composition id="a" component={Main} /><Main /></>`,
		`export const Root = () => <Composition id="a" component={Main} />; export default Main`,
		`const Composition2 = () => <p>Hi</p>; export default () => <Composition2 />`,
		`export default () => <AbsoluteFill style={{ background: "red" }}>{null}</AbsoluteFill>`,
		`export default () => <Main.Inner />`,
		`export default function Scene() { const content = <p>Hi</p>; return content }`,
		`export default function Scene() { let content = null; if (x) content = <p>Hi</p>; return content }`,
		`export default function Scene() { const content = useMemo(() => <p>Hi</p>, []); return content }`,
		`export default function Scene() { const draw = () => <p>Hi</p>; return draw() }`,
		`export default function Scene() { const load = async () => {}; load(); return <p>Hi</p> }`,
		`export default function Scene() { const [data, set] = useState({ a: 1 }); return <p>{data.a}</p> }`,
		`export default ({ children = <p>Hi</p> }) => children`,
		`const Wrap = ({ children }: any) => children; export default () => <Wrap><p>Hi</p></Wrap>`,
		`const Chart = ({ children }: any) => <p>{children.a}</p>; export default () => <Chart>{{ a: 1 }}</Chart>`,
		`const data = { a: 1 }; export default () => <p style={data}>Hi</p>`,
		`const data = { a: 1 }; export default () => <p>{x ? data.a : "Hi"}</p>`,
		`const list = [{ a: 1 }]; export default () => <>{list.map((i) => <p>{i.a}</p>)}</>`,
		`export default () => <p {...x} />`,
		`export default () => <Fragment {...x} />`,
		`export default () => <Series><Series.Sequence durationInFrames={9}><Main /></Series.Sequence></Series>`,
		`export default () => React.createElement("p", null, "Hi")`,
		`export default () => React.createElement(...x)`,
		`export default class Scene extends Component { render() { return <p>Hi</p> } }`,
		`export default class Scene extends Component { render = () => <p>Hi</p> }`,
		`class Base extends Component { render() { return <p>Hi</p> } }; export default class Scene extends Base { a() {} }`,
		`let Scene = () => null; Scene = () => <p>Hi</p>; export default Scene`,
		`function Scene() { return null }; Scene = Main; export default Scene`,
		`const Loop = ({ n }: any) => n > 3 ? <p>Hi</p> : <Loop n={n + 1} />; export default () => <Loop n={0} />`,
		`const Again = () => <Again />; export default Again`,
		`export default x.lazy(() => null)`,
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			if _, err := tsx.Compile(imports + code); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestNamesThatStandForEachOther checks that a value that would take 2^26 steps to follow is left alone.
func TestNamesThatStandForEachOther(t *testing.T) {
	t.Parallel()
	var code strings.Builder
	code.WriteString("const a = [null];")
	for c := 'b'; c <= 'z'; c++ {
		code.WriteString(strings.NewReplacer("X", string(c), "Y", string(c-1)).Replace("const X = [Y, Y];"))
	}
	if _, err := tsx.Compile(code.String() + "export default () => z"); err != nil {
		t.Error(err)
	}
}

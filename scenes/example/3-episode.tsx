import { AbsoluteFill, Easing, interpolate, interpolateColors, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 165;

const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const lesson = "The cache was stale. Clear it first.";

/** An episode is written: what was tried, how it went, and what was learned. */
export default function Episode() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const card = spring({ frame: frame - 8, fps, config: { damping: 16, stiffness: 90 } });
  const reward = interpolate(frame, [45, 85], [0, 0.8], { ...clamp, easing: Easing.inOut(Easing.cubic) });
  const colour = interpolateColors(reward, [0, 0.8], ["#c9a227", "#2f9e6e"]);
  const letters = Math.round(interpolate(frame, [80, 135], [0, lesson.length], clamp));
  const caret = frame > 78 && frame % 20 < 12 ? 1 : 0;
  const label = { fontSize: 38, color: "#7a7466", marginBottom: 10 };
  return (
    <AbsoluteFill style={{ background: "#f4eee1", fontFamily: font, color: "#221f1a", overflow: "hidden" }}>
      <div style={{ position: "absolute", right: -220, top: -260, width: 900, height: 900, borderRadius: "50%", background: "#efe2c4" }} />
      <div style={{ position: "absolute", left: 150, top: 110, fontSize: 104, fontWeight: 750, opacity: interpolate(frame, [0, 16], [0, 1], clamp) }}>
        Unless it writes an episode.
      </div>
      <div
        style={{
          position: "absolute",
          left: 150,
          top: 320,
          width: 1620,
          height: 620,
          padding: "56px 72px",
          boxSizing: "border-box",
          borderRadius: 32,
          background: "#fffdf8",
          boxShadow: "0 30px 80px rgba(90, 70, 30, 0.18)",
          opacity: Math.min(1, card * 1.3),
          transform: `translateY(${(1 - card) * 220}px)`,
        }}
      >
        <div style={label}>What was tried</div>
        <div style={{ fontSize: 62, fontWeight: 650 }}>Make the nightly build pass</div>
        <div style={{ ...label, marginTop: 40 }}>How it went</div>
        <div style={{ display: "flex", alignItems: "center", gap: 36 }}>
          <div style={{ width: 900, height: 34, borderRadius: 17, background: "#eee6d4" }}>
            <div style={{ width: `${reward * 100}%`, minWidth: 34, height: "100%", borderRadius: 17, background: colour }} />
          </div>
          <div style={{ fontSize: 62, fontWeight: 700, color: colour }}>{"+" + reward.toFixed(1)}</div>
        </div>
        <div style={{ ...label, marginTop: 40 }}>What was learned</div>
        <div style={{ fontSize: 62, fontWeight: 650, whiteSpace: "nowrap" }}>
          {lesson.slice(0, letters)}
          <span style={{ opacity: caret, color: "#2f9e6e" }}>|</span>
        </div>
      </div>
    </AbsoluteFill>
  );
}

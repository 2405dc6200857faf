import { AbsoluteFill, Series, interpolate, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 165;

const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const question = "The nightly build fails again";

/** The agent asks, the memory answers. */
export default function NextTime() {
  return (
    <AbsoluteFill style={{ background: "linear-gradient(140deg, #0f3b36, #14584c 55%, #1d7a62)", fontFamily: font, color: "#ffffff" }}>
      <Series>
        <Series.Sequence durationInFrames={105}>
          <Recall />
        </Series.Sequence>
        <Series.Sequence durationInFrames={60}>
          <Title />
        </Series.Sequence>
      </Series>
    </AbsoluteFill>
  );
}

function Recall() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const letters = Math.round(interpolate(frame, [5, 40], [0, question.length], clamp));
  const found = spring({ frame: frame - 48, fps, config: { damping: 13, stiffness: 110 } });
  const tick = interpolate(frame, [66, 80], [0, 1], clamp);
  const opacity = interpolate(frame, [95, 105], [1, 0], clamp);
  return (
    <AbsoluteFill style={{ opacity }}>
      <div style={{ position: "absolute", left: 150, top: 140, fontSize: 104, fontWeight: 750 }}>The next time, it asks.</div>
      <div
        style={{
          position: "absolute",
          left: 150,
          top: 360,
          width: 1620,
          height: 150,
          padding: "0 60px",
          boxSizing: "border-box",
          borderRadius: 75,
          background: "rgba(255, 255, 255, 0.14)",
          border: "3px solid rgba(255, 255, 255, 0.45)",
          fontSize: 62,
          lineHeight: "144px",
        }}
      >
        {question.slice(0, letters)}
        <span style={{ opacity: frame % 20 < 12 ? 0.9 : 0 }}>|</span>
      </div>
      <div
        style={{
          position: "absolute",
          left: 150,
          top: 600,
          width: 1620,
          padding: "52px 60px",
          boxSizing: "border-box",
          borderRadius: 32,
          background: "#f6fffb",
          color: "#123f36",
          opacity: Math.min(1, found * 1.4),
          transform: `translateY(${(1 - found) * 140}px)`,
        }}
      >
        <div style={{ fontSize: 40, color: "#3c7567" }}>You learned this on Tuesday</div>
        <div style={{ fontSize: 66, fontWeight: 700, marginTop: 12 }}>Clear the cache before the build.</div>
        <svg width="120" height="120" viewBox="0 0 100 100" style={{ position: "absolute", right: 60, top: 56 }}>
          <circle cx="50" cy="50" r="46" fill="#1d7a62" opacity={tick} />
          <path d="M28 52 L44 68 L74 36" fill="none" stroke="#ffffff" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" strokeDasharray="80" strokeDashoffset={80 * (1 - tick)} />
        </svg>
      </div>
    </AbsoluteFill>
  );
}

function Title() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const shown = spring({ frame, fps, config: { damping: 200 }, durationInFrames: 24 });
  const line = interpolate(frame, [8, 34], [0, 520], clamp);
  return (
    <AbsoluteFill style={{ alignItems: "center", justifyContent: "center", textAlign: "center" }}>
      <div style={{ fontSize: 200, fontWeight: 800, letterSpacing: -4, opacity: shown, transform: `scale(${0.92 + 0.08 * shown})` }}>Plotline</div>
      <div style={{ width: line, height: 10, borderRadius: 5, margin: "28px 0 44px", background: "#f2c14e" }} />
      <div style={{ fontSize: 62, opacity: interpolate(frame, [18, 34], [0, 1], clamp) }}>A memory for your agents</div>
    </AbsoluteFill>
  );
}

import { AbsoluteFill, Sequence, interpolate, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 150;

const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const mono = "ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace";
const days = ["Tuesday", "Wednesday", "Thursday"];

function Day({ name, place }: { name: string; place: number }) {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const shown = spring({ frame, fps, config: { damping: 14, stiffness: 120 } });
  const crossed = spring({ frame: frame - 16, fps, config: { damping: 200 }, durationInFrames: 14 });
  const shake = interpolate(frame, [16, 19, 22, 25, 28], [0, -12, 9, -5, 0], { extrapolateLeft: "clamp", extrapolateRight: "clamp" });
  return (
    <div
      style={{
        position: "absolute",
        left: 150 + place * 550,
        top: 430,
        width: 520,
        height: 400,
        padding: 44,
        boxSizing: "border-box",
        borderRadius: 28,
        background: "#23283a",
        border: "3px solid #3a415c",
        opacity: Math.min(1, shown * 1.4),
        transform: `translate(${shake}px, ${(1 - shown) * 160}px) rotate(${(place - 1) * 1.2}deg)`,
      }}
    >
      <div style={{ fontSize: 46, fontWeight: 650, color: "#f4f5fa" }}>{name}</div>
      <div style={{ marginTop: 30, fontFamily: mono, fontSize: 40, lineHeight: 1.5, color: "#9fb0e8" }}>
        $ deploy
        <br />
        <span style={{ color: "#ff9d8f" }}>stale cache</span>
      </div>
      <svg width="110" height="110" viewBox="0 0 100 100" style={{ position: "absolute", right: 36, bottom: 36 }}>
        <g stroke="#ff6f5e" strokeWidth="13" strokeLinecap="round">
          <line x1="20" y1="20" x2={20 + 60 * crossed} y2={20 + 60 * crossed} opacity={crossed} />
          <line x1="80" y1="20" x2={80 - 60 * crossed} y2={20 + 60 * crossed} opacity={crossed} />
        </g>
      </svg>
    </div>
  );
}

/** Three days, one mistake. */
export default function Mistake() {
  const frame = useCurrentFrame();
  const title = interpolate(frame, [0, 18], [0, 1], { extrapolateRight: "clamp" });
  return (
    <AbsoluteFill style={{ background: "radial-gradient(circle at 30% 20%, #1b2036, #0f1220)", fontFamily: font, overflow: "hidden" }}>
      <div style={{ position: "absolute", left: 150, top: 160, fontSize: 104, fontWeight: 750, color: "#ffffff", opacity: title }}>
        So it repeats its mistakes.
      </div>
      {days.map((name, place) => (
        <Sequence key={name} from={20 + place * 30} layout="none">
          <Day name={name} place={place} />
        </Sequence>
      ))}
      <Sequence from={112} layout="none">
        <Again />
      </Sequence>
    </AbsoluteFill>
  );
}

function Again() {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [0, 14], [0, 1], { extrapolateRight: "clamp" });
  return <div style={{ position: "absolute", left: 150, top: 905, fontSize: 56, color: "#b9c2df", opacity }}>And again. And again.</div>;
}

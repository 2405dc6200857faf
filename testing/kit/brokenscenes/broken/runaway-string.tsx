import { AbsoluteFill, useCurrentFrame } from "remotion";

const title = "Your week in numbers;
const stats = [
  { label: "Steps walked", value: 58210 },
  { label: "Hours slept", value: 51 },
  { label: "Books finished", value: 2 },
];

export const durationInFrames = 180;

export default function StatsScene() {
  const frame = useCurrentFrame();
  const progress = Math.min(1, frame / 60);
  return (
    <AbsoluteFill style={{ backgroundColor: "#022c22", color: "#d1fae5", padding: 100 }}>
      <h1 style={{ fontSize: 90 }}>{title}</h1>
      <div style={{ display: "flex", gap: 60 }}>
        {stats.map((s) => (
          <div key={s.label}>
            <div style={{ fontSize: 72 }}>{Math.round(s.value * progress)}</div>
            <div style={{ fontSize: 28 }}>{s.label}</div>
          </div>
        ))}
      </div>
    </AbsoluteFill>
  );
}

import { AbsoluteFill, useCurrentFrame } from "remotion";

export const durationInFrames = 100;

export default function SplitScene() {
  const frame = useCurrentFrame();
  const left = Math.min(50, frame);
  return (
    <AbsoluteFill style={{ backgroundColor: "#14532d", width: `${left}%` }}>
      <h1 style={{ color: "#dcfce7", fontSize: 72 }}>Before: 4 hours of paperwork</h1>
    </AbsoluteFill>
    <AbsoluteFill style={{ backgroundColor: "#f0fdf4", left: `${left}%` }}>
      <h1 style={{ color: "#166534", fontSize: 72 }}>After: done by lunch</h1>
    </AbsoluteFill>
  );
}

import { AbsoluteFill, Img, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 120;

export default function ProductScene() {
  const frame = useCurrentFrame();
  const x = interpolate(frame, [0, 40], [-400, 0], {
    extrapolateLeft: "clamp",
    extrapolateRight: "clamp",
  });

  return (
    <AbsoluteFill style={{ backgroundColor: "#fefce8" }}>
      <div style={{ position: "absolute", left: 120, top: 200, transform: `translateX(${x}px)` }}>
        <h1 style={{ fontSize: 88, color: "#713f12" }}>Fresh every morning</h1>
        <p style={{ fontSize: 36, color: "#a16207" }}>
          Roasted in small batches
        <span style={{ fontWeight: 700 }}>Since 1987</span>
      </div>
      <Img src="https://images.example.com/beans.png" style={{ position: "absolute", right: 80, width: 600 }} />
    </AbsoluteFill>
  );
}

import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 150;

export default function EventScene() {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [0, 25], [0, 1], { extrapolateRight: "clamp" });
  return (
    <AbsoluteFill style={{ backgroundColor: "#4a044e", color: "#fae8ff" }}>
      <!-- headline -->
      <h1 style={{ fontSize: 100, margin: "120px 100px 0", opacity }}>Summer Jazz Nights</h1>
      <!-- date and place -->
      <p style={{ fontSize: 44, margin: "20px 104px" }}>Every Friday at 8 pm</p>
      <p style={{ fontSize: 36, margin: "0 104px" }}>Riverside Park, Stage B</p>
    </AbsoluteFill>
  );
}

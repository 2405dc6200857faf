{"sceneName": "Closing", "tsxCode": 
import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 120;

export default function ClosingScene() {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [80, 120], [1, 0], { extrapolateLeft: "clamp" });
  return (
    <AbsoluteFill style={{ backgroundColor: "#020617", opacity, justifyContent: "center", alignItems: "center" }}>
      <h1 style={{ color: "#e2e8f0", fontSize: 96 }}>Thank you for watching</h1>
      <p style={{ color: "#64748b", fontSize: 36 }}>plotline.example.com</p>
    </AbsoluteFill>
  );
}

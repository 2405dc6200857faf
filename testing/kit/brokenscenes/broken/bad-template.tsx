import { AbsoluteFill, useCurrentFrame } from "remotion";

export const durationInFrames = 150;

export default function CountdownScene() {
  const frame = useCurrentFrame();
  const left = 10 - Math.floor(frame / 15);
  const label = `Only ${left} seconds left`;
  const shadow = `0 0 ${left * 4}px rgba(239, 68, 68, ${0.2 + frame / 300)`;
  return (
    <AbsoluteFill style={{ backgroundColor: "#450a0a", justifyContent: "center", alignItems: "center" }}>
      <h1 style={{ color: "#fecaca", fontSize: 220, textShadow: shadow }}>{left}</h1>
      <p style={{ color: "#fca5a5", fontSize: 48 }}>{label}</p>
      <p style={{ color: "#fca5a5", fontSize: 32 }}>Doors close at midnight</p>
    </AbsoluteFill>
  );
}

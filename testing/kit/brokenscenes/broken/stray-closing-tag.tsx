import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 135;

export default function PricingScene() {
  const frame = useCurrentFrame();
  const rise = interpolate(frame, [0, 30], [80, 0], { extrapolateRight: "clamp" });
  return (
    <AbsoluteFill style={{ backgroundColor: "#ecfeff", justifyContent: "center", alignItems: "center" }}>
      <div style={{ transform: `translateY(${rise}px)`, textAlign: "center" }}>
        <h2 style={{ fontSize: 56, color: "#155e75" }}>Simple pricing</h2>
        <h1 style={{ fontSize: 140, color: "#0891b2" }}>$9 / month</h1>
        <p style={{ fontSize: 36, color: "#0e7490" }}>No credit card required</p>
        </div>
      </div>
    </AbsoluteFill>
  );
}

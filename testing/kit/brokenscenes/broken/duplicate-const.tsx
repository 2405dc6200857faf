import { AbsoluteFill, interpolate, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 165;

export default function LogoScene() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const scale = spring({ frame, fps, config: { stiffness: 90 } });
  const opacity = interpolate(frame, [0, 20], [0, 1]);
  const rotate = interpolate(frame, [0, 60], [-12, 0], { extrapolateRight: "clamp" });
  const opacity = interpolate(frame, [120, 160], [1, 0], { extrapolateLeft: "clamp" });
  return (
    <AbsoluteFill style={{ backgroundColor: "#ffffff", justifyContent: "center", alignItems: "center", opacity }}>
      <div style={{ transform: `scale(${scale}) rotate(${rotate}deg)`, fontSize: 180, fontWeight: 800, color: "#2563eb" }}>
        Northwind
      </div>
      <p style={{ fontSize: 40, color: "#64748b" }}>Energy for the next generation</p>
    </AbsoluteFill>
  );
}

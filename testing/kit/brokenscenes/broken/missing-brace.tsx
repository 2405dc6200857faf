import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

const Word = ({ children, at }: { children: string; at: number }) => {
  const frame = useCurrentFrame();
  const opacity = interpolate(frame, [at, at + 10], [0, 1], {
    extrapolateLeft: "clamp",
    extrapolateRight: "clamp",
  });
  return <span style={{ opacity, marginRight: 24 }}>{children}</span>;

export const durationInFrames = 90;

export default function KineticScene() {
  return (
    <AbsoluteFill style={{ backgroundColor: "black", color: "#facc15", justifyContent: "center", alignItems: "center" }}>
      <div style={{ fontSize: 120, fontWeight: 900 }}>
        <Word at={0}>Think</Word>
        <Word at={15}>Build</Word>
        <Word at={30}>Ship it</Word>
      </div>
    </AbsoluteFill>
  );
}

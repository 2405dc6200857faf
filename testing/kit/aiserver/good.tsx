import { AbsoluteFill, interpolate, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 90;

const title = "Hello from Plotline";
const subtitle = "Every scene remembers the one before";

export default function Intro() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const scale = spring({ frame, fps, config: { damping: 200 } });
  const opacity = interpolate(frame, [0, 20, 70, 90], [0, 1, 1, 0], {
    extrapolateLeft: "clamp",
    extrapolateRight: "clamp",
  });
  return (
    <AbsoluteFill
      style={{
        backgroundColor: "#101820",
        alignItems: "center",
        justifyContent: "center",
        color: "white",
        fontFamily: "sans-serif",
      }}
    >
      <h1 style={{ fontSize: 96, opacity, transform: `scale(${scale})` }}>{title}</h1>
      <p style={{ fontSize: 40, opacity }}>{subtitle}</p>
    </AbsoluteFill>
  );
}

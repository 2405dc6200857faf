import { AbsoluteFill, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 75;

export default function TryIt() {
  const { fps } = useVideoConfig();
  const scale = spring({ frame: useCurrentFrame(), fps, config: { damping: 12 } });
  return (
    <AbsoluteFill style={{ background: "#f4a261", alignItems: "center", justifyContent: "center" }}>
      <div style={{ fontSize: 140, fontWeight: 700, fontFamily: "monospace", color: "#1d3557", transform: `scale(${scale})` }}>make run</div>
    </AbsoluteFill>
  );
}

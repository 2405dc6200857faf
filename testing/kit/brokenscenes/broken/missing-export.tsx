import { AbsoluteFill, spring, useCurrentFrame, useVideoConfig } from "remotion";

const features = ["Fast by default", "Private by design", "Works offline"];

const Feature = ({ text, delay }: { text: string; delay: number }) => {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const scale = spring({ frame: frame - delay, fps, config: { damping: 12 } });
  return (
    <div
      style={{
        transform: `scale(${scale})`,
        background: "rgba(255, 255, 255, 0.08)",
        borderRadius: 24,
        padding: "24px 48px",
        margin: 16,
        fontSize: 48,
      }}
    >
      {text}
    </div>
  );
};

const FeaturesScene = () => {
  return (
    <AbsoluteFill style={{ background: "#111827", color: "#fff", alignItems: "center", justifyContent: "center" }}>
      <h2 style={{ fontSize: 72 }}>Why teams switch</h2>
      {features.map((text, i) => (
        <Feature key={text} text={text} delay={i * 15} />
      ))}
    </AbsoluteFill>
  );
};

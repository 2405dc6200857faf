import { AbsoluteFill, Sequence, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 210;

const steps = ["Try", "Remember", "Relate", "Ask again"];

function Step({ text, at }: { text: string; at: number }) {
  const shown = interpolate(useCurrentFrame(), [0, 20], [0, 1], { extrapolateRight: "clamp" });
  return (
    <div style={{ position: "absolute", left: 180 + at * 400, top: 430, width: 340, opacity: shown, textAlign: "center" }}>
      <div style={{ fontSize: 110, fontWeight: 700, color: "#ffd166" }}>{at + 1}</div>
      <div style={{ fontSize: 56 }}>{text}</div>
    </div>
  );
}

export default function HowItHangsTogether() {
  return (
    <AbsoluteFill style={{ background: "#14213d", color: "white", fontFamily: "system-ui, sans-serif" }}>
      {steps.map((text, at) => (
        <Sequence key={text} from={at * 40}>
          <Step text={text} at={at} />
        </Sequence>
      ))}
    </AbsoluteFill>
  );
}

import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 150;

/** What a new project shows until its first scene is made. */
export default function Welcome() {
  const frame = useCurrentFrame();
  const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
  const shown = interpolate(frame, [0, 20], [0, 1], clamp);
  const hint = interpolate(frame, [25, 50], [0, 1], clamp);
  const line = interpolate(frame, [10, 60], [0, 640], clamp);
  return (
    <AbsoluteFill
      style={{
        alignItems: "center",
        justifyContent: "center",
        background: "linear-gradient(135deg, #101827, #1f2a44)",
        color: "#f5f7ff",
        fontFamily: "system-ui, sans-serif",
      }}
    >
      <div style={{ fontSize: 120, fontWeight: 700, opacity: shown }}>Your story begins here</div>
      <div style={{ width: line, height: 8, borderRadius: 4, background: "#6d8bff", margin: "48px 0" }} />
      <div style={{ fontSize: 52, opacity: hint }}>Say what the first scene should show.</div>
    </AbsoluteFill>
  );
}

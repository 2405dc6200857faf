import { AbsoluteFill, interpolate, random, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 120;

const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;

export default function NightSky() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const rise = spring({ frame: frame - 15, fps, config: { damping: 200 } });
  return (
    <AbsoluteFill style={{ background: "linear-gradient(#0b1026, #2b3a67 70%, #5b5f97)" }}>
      {Array.from({ length: 90 }, (_, star) => (
        <div
          key={star}
          style={{
            position: "absolute",
            left: `${random(`x${star}`) * 100}%`,
            top: `${random(`y${star}`) * 75}%`,
            width: 4 + random(`s${star}`) * 6,
            height: 4 + random(`s${star}`) * 6,
            borderRadius: "50%",
            background: "#fffbe6",
            opacity: 0.3 + 0.7 * Math.abs(Math.sin(frame / 18 + star)),
          }}
        />
      ))}
      <AbsoluteFill style={{ alignItems: "center", justifyContent: "center", color: "#fffbe6", fontFamily: "system-ui, sans-serif" }}>
        <div style={{ fontSize: 168, fontWeight: 700, letterSpacing: 4, transform: `translateY(${(1 - rise) * 90}px)`, opacity: rise }}>
          Plotline
        </div>
        <div style={{ fontSize: 60, marginTop: 24, opacity: interpolate(frame, [45, 70], [0, 1], clamp) }}>
          remembers what agents did
        </div>
      </AbsoluteFill>
    </AbsoluteFill>
  );
}

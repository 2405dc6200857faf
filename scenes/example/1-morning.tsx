import { AbsoluteFill, interpolate, interpolateColors, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 120;

const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
const font = "Georgia, 'DejaVu Serif', serif";

/** The sun rises over an empty page. */
export default function Morning() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const rise = spring({ frame: frame - 5, fps, config: { damping: 200 }, durationInFrames: 75 });
  const sky = interpolateColors(rise, [0, 0.5, 1], ["#1d2244", "#9c4f78", "#d9794e"]);
  const ground = interpolateColors(rise, [0, 1], ["#12152c", "#4d3450"]);
  const text = (from: number) => ({
    opacity: interpolate(frame, [from, from + 18], [0, 1], clamp),
    transform: `translateY(${interpolate(frame, [from, from + 18], [30, 0], clamp)}px)`,
  });
  return (
    <AbsoluteFill style={{ background: sky, fontFamily: font, overflow: "hidden" }}>
      <div
        style={{
          position: "absolute",
          left: 1400,
          top: 1000 - 620 * rise,
          width: 340,
          height: 340,
          borderRadius: "50%",
          background: "#fff3d6",
          boxShadow: `0 0 ${80 + 160 * rise}px ${20 + 60 * rise}px rgba(255, 226, 160, 0.55)`,
        }}
      />
      <svg width="1920" height="1080" viewBox="0 0 1920 1080" style={{ position: "absolute" }}>
        <path d="M0 820 C 300 700 620 740 900 800 S 1500 860 1920 720 V 1080 H 0 Z" fill={ground} opacity="0.55" />
        <path d="M0 900 C 360 810 760 940 1120 890 S 1700 830 1920 900 V 1080 H 0 Z" fill={ground} />
      </svg>
      <div style={{ position: "absolute", left: 150, top: 250, color: "#ffffff", textShadow: "0 2px 24px rgba(40, 20, 50, 0.5)" }}>
        <div style={{ fontSize: 116, lineHeight: 1.15, fontWeight: 700, ...text(15) }}>
          Every morning,
          <br />
          your agent is new.
        </div>
        <div style={{ fontSize: 54, marginTop: 44, ...text(50) }}>It has forgotten yesterday.</div>
      </div>
    </AbsoluteFill>
  );
}

import { AbsoluteFill, Easing, interpolate, random, spring, useCurrentFrame, useVideoConfig } from "remotion";

export const durationInFrames = 180;

const clamp = { extrapolateLeft: "clamp", extrapolateRight: "clamp" } as const;
const font = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const episodes = [
  { x: 330, y: 620, name: "Stale cache", colour: "#ff8a73", at: 15 },
  { x: 800, y: 430, name: "Build failed", colour: "#ff8a73", at: 40 },
  { x: 1250, y: 590, name: "Cleared it", colour: "#4fd1a1", at: 65 },
  { x: 1600, y: 800, name: "Nightly passes", colour: "#4fd1a1", at: 90 },
  { x: 800, y: 840, name: "Warm cache", colour: "#8aa4ff", at: 112 },
];
const relationships = [
  { from: 0, to: 1, name: "causes", at: 48 },
  { from: 1, to: 2, name: "then", at: 73 },
  { from: 2, to: 3, name: "causes", at: 98 },
  { from: 4, to: 2, name: "refines", at: 120 },
];
const stars = Array.from({ length: 90 }, (_, i) => ({ x: random("x" + i) * 1920, y: random("y" + i) * 1080, r: 1 + random("r" + i) * 2.4 }));

/** Episodes appear one after the other, and relationships are drawn between them. */
export default function Connections() {
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const drift = interpolate(frame, [0, durationInFrames], [0, -30]);
  return (
    <AbsoluteFill style={{ background: "linear-gradient(160deg, #10162e, #1a2350 60%, #2a2a5e)", fontFamily: font, overflow: "hidden" }}>
      <svg width="1920" height="1080" viewBox="0 0 1920 1080" style={{ position: "absolute" }}>
        {stars.map((star, i) => (
          <circle key={i} cx={star.x + drift * (star.r / 2)} cy={star.y} r={star.r} fill="#c9d4ff" opacity={0.15 + 0.15 * Math.sin(frame / 14 + i)} />
        ))}
        {relationships.map(({ from, to, name, at }) => {
          const [a, b] = [episodes[from], episodes[to]];
          const drawn = interpolate(frame, [at, at + 20], [0, 1], { ...clamp, easing: Easing.out(Easing.cubic) });
          const length = Math.hypot(b.x - a.x, b.y - a.y);
          return (
            <g key={at} opacity={Math.min(1, drawn * 3)}>
              <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} stroke="#8f9be0" strokeWidth="6" strokeDasharray={length} strokeDashoffset={length * (1 - drawn)} />
              <text x={(a.x + b.x) / 2 + (b.y > a.y ? 50 : -50)} y={(a.y + b.y) / 2 - 26} fill="#d6dcff" fontSize="40" textAnchor="middle" opacity={drawn}>
                {name}
              </text>
            </g>
          );
        })}
        {episodes.map(({ x, y, name, colour, at }) => {
          const shown = spring({ frame: frame - at, fps, config: { damping: 9, stiffness: 140 } });
          return (
            <g key={name} transform={`translate(${x} ${y}) scale(${Math.max(0, shown)})`}>
              <circle r="74" fill={colour} opacity="0.18" />
              <circle r="46" fill={colour} />
              <text y="124" fill="#ffffff" fontSize="44" fontWeight="600" textAnchor="middle">
                {name}
              </text>
            </g>
          );
        })}
      </svg>
      <div style={{ position: "absolute", left: 150, top: 110, fontSize: 104, fontWeight: 750, color: "#ffffff", opacity: interpolate(frame, [0, 16], [0, 1], clamp) }}>
        Episodes become a memory.
      </div>
    </AbsoluteFill>
  );
}

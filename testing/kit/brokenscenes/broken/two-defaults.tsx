import React from "react";
import { AbsoluteFill, Sequence, useCurrentFrame, interpolate } from "remotion";

export default function Intro() {
  const frame = useCurrentFrame();
  const y = interpolate(frame, [0, 20], [60, 0], { extrapolateRight: "clamp" });
  return (
    <AbsoluteFill style={{ backgroundColor: "#1e1b4b", justifyContent: "center", alignItems: "center" }}>
      <h1 style={{ color: "#e0e7ff", fontSize: 110, transform: `translateY(${y}px)` }}>Meet Orbit</h1>
    </AbsoluteFill>
  );
}

function Outro() {
  return (
    <AbsoluteFill style={{ backgroundColor: "#312e81", justifyContent: "center", alignItems: "center" }}>
      <p style={{ color: "white", fontSize: 60 }}>Try it free today</p>
    </AbsoluteFill>
  );
}

const Scene: React.FC = () => (
  <>
    <Sequence durationInFrames={90}>
      <Intro />
    </Sequence>
    <Sequence from={90}>
      <Outro />
    </Sequence>
  </>
);

export default Scene;

import React from "react";
import { AbsoluteFill, Sequence, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 300;

const Caption: React.FC<{ text: string }> = ({ text }) => {
  const frame = useCurrentFrame();
  return (
    <div
      style={{
        position: "absolute",
        bottom: 80,
        width: "100%",
        textAlign: "center",
        fontSize: 52,
        color: "white",
        opacity: interpolate(frame, [0, 15], [0, 1]),
      }}
    >
      {text}
    </div>
  );
};

export default function TourScene() {
  const frame = useCurrentFrame();
  return (
    <AbsoluteFill style={{ backgroundColor: "#1c1917" }}>
      <Sequence durationInFrames={100}>
        <Caption text="Start at the old harbour" />
      </Sequence>
      <Sequence from={100} durationInFrames={100}>
        <Caption text="Walk up to the lighthouse" />
      </Sequence>
      <Sequence from={200}>
        <Caption text={frame > 250 ? "Watch the sun go down" : interpolate(frame, [200, 2

import React from "react";
import { AbsoluteFill, Sequence } from "remotion";
import { TitleCard } from "../components/TitleCard";
import { colors } from "./theme";

export const durationInFrames = 180;

export default function ChapterScene() {
  return (
    <AbsoluteFill style={{ backgroundColor: colors.background }}>
      <Sequence durationInFrames={60}>
        <TitleCard title="Chapter one" subtitle="How it all began" />
      </Sequence>
      <Sequence from={60}>
        <div style={{ color: colors.text, fontSize: 48, margin: "auto", maxWidth: 1100 }}>
          A garage, two laptops and a lot of coffee
        </div>
      </Sequence>
    </AbsoluteFill>
  );
}

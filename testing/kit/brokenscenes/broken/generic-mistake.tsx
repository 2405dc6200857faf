import React, { useMemo } from "react";
import { AbsoluteFill, useCurrentFrame } from "remotion";

type Item = { id: number; label: string };

const pick = <T>(list: T[], index: number): T => list[index % list.length];

export const durationInFrames = 240;

export default function RotatorScene() {
  const frame = useCurrentFrame();
  const items = useMemo<Item[]>(
    () => [
      { id: 1, label: "Design reviews" },
      { id: 2, label: "Release notes" },
      { id: 3, label: "Support tickets" },
    ],
    [],
  );
  const current = pick(items, Math.floor(frame / 60));
  return (
    <AbsoluteFill style={{ backgroundColor: "#18181b", color: "#fafafa", justifyContent: "center", alignItems: "center" }}>
      <p style={{ fontSize: 40 }}>One place for all your</p>
      <h1 key={current.id} style={{ fontSize: 110 }}>
        {current.label}
      </h1>
    </AbsoluteFill>
  );
}

import React from "react";
import { AbsoluteFill } from "remotion";

const response = await fetch("https://api.example.com/headlines");
const headlines: string[] = await response.json();

export const durationInFrames = 200;

export default function NewsScene() {
  const all = headlines.length ? headlines : ["Markets calm after rate decision", "New bridge opens early"];
  return (
    <AbsoluteFill style={{ backgroundColor: "#0c4a6e", color: "#f0f9ff", padding: 80 }}>
      <h1 style={{ fontSize: 80 }}>Morning briefing</h1>
      {all.map((h) => (
        <p key={h} style={{ fontSize: 44, borderLeft: "6px solid #38bdf8", paddingLeft: 24 }}>
          {h}
        </p>
      ))}
    </AbsoluteFill>
  );
}

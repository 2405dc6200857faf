import React from "react";
import { AbsoluteFill } from "remotion";

export const durationInFrames = 150;

export default class TeamScene extends React.Component {
  state = { shown: true }
  const people = ["Amara Okafor", "Luis Prieto", "Mei Tanaka"];

  render() {
    return (
      <AbsoluteFill style={{ backgroundColor: "#f8fafc", color: "#0f172a", padding: 90 }}>
        <h1 style={{ fontSize: 76 }}>The people behind it</h1>
        <div style={{ display: "flex", justifyContent: "space-between" }}>
          {this.people.map((name) => (
            <div key={name} style={{ fontSize: 40 }}>
              {name}
            </div>
          ))}
        </div>
      </AbsoluteFill>
    );
  }
}

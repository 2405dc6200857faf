```tsx
import React from "react";
import { AbsoluteFill, useCurrentFrame, interpolate } from "remotion";

export const durationInFrames = 150;

export default function WeatherScene() {
  const frame = useCurrentFrame();
  const sun = interpolate(frame, [0, 150], [0, 360]);
  return (
    <AbsoluteFill style={{ background: "linear-gradient(#38bdf8, #bae6fd)" }}>
      <div style={{ position: "absolute", right: 120, top: 80, fontSize: 160, transform: `rotate(${sun}deg)` }}>☀️</div>
      <h1 style={{ position: "absolute", left: 100, bottom: 160, fontSize: 100, color: "white" }}>Sunny all weekend</h1>
      <p style={{ position: "absolute", left: 104, bottom: 100, fontSize: 44, color: "#f0f9ff" }}>Highs of 24°C, light breeze</p>
    </AbsoluteFill>
  );
}
```

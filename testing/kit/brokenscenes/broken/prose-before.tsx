Sure! Here is the updated scene with a slower fade and a warmer background:

import { AbsoluteFill, interpolate, useCurrentFrame } from "remotion";

export const durationInFrames = 210;

export default function RecipeScene() {
  const frame = useCurrentFrame();
  const fade = interpolate(frame, [0, 45], [0, 1], { extrapolateRight: "clamp" });
  const steps = ["Chop the onions", "Simmer for ten minutes", "Season to taste"];
  return (
    <AbsoluteFill style={{ backgroundColor: "#7c2d12", color: "#ffedd5", padding: 120, opacity: fade }}>
      <h1 style={{ fontSize: 84 }}>Tomato soup</h1>
      <ol style={{ fontSize: 46, lineHeight: 1.6 }}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </AbsoluteFill>
  );
}

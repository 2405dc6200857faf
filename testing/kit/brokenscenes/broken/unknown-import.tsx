import React from "react";
import { motion } from "framer-motion";
import { AbsoluteFill } from "remotion";

export const durationInFrames = 30 * 4;

const container = {
  hidden: { opacity: 0 },
  show: { opacity: 1, transition: { staggerChildren: 0.2 } },
};

export default function QuoteScene() {
  return (
    <AbsoluteFill style={{ background: "linear-gradient(135deg, #0ea5e9, #6366f1)" }}>
      <motion.div variants={container} initial="hidden" animate="show" style={{ margin: "auto", textAlign: "center" }}>
        <motion.h1 style={{ color: "white", fontSize: 80 }}>“Simply the best tool we own”</motion.h1>
        <motion.p style={{ color: "#e0f2fe", fontSize: 36 }}>Dana Whitfield, CTO</motion.p>
      </motion.div>
    </AbsoluteFill>
  );
}

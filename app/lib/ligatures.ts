/** Letters that no decomposition folds, with what readers type for them. */
export const ligatures: Record<string, string> = { œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d", ß: "ss" }

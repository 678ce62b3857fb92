/** The build’s id: a hash of its sources (vite.config.ts). */
declare const __BUILD_ID__: string

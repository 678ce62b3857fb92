/** The build's id: a hash of its sources (vite.config.ts). */
declare const __BUILD_ID__: string

/** The build of React's server that runs on Web streams, in workerd and in Node alike. */
declare module "react-dom/server.browser" {
  export * from "react-dom/server"
}

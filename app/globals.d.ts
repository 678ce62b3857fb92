/** The build's id: a hash of its sources (vite.config.ts). */
declare const __BUILD_ID__: string

/** The address of a file that Vite must not put into the script, as it does with small ones. */
declare module "*?no-inline" {
  const address: string
  export default address
}

/** The build of React's server for Node, which workerd runs too. */
declare module "react-dom/server.node" {
  export * from "react-dom/server"
}

/** The build of React's server that runs on Web streams, as Remix's template for Workers has it (tests/bench/peers). */
declare module "react-dom/server.browser" {
  export * from "react-dom/server"
}

/**
 * Chromium applies only the last list of disabled features, so those of Playwright's own that affect tests are
 * repeated. The popups of the address bar are invisible pages, with a process of their own for each window: as
 * expensive as the page under test.
 */
const unwantedFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  "SpareRendererForSitePerProcess",
]

/** Quiet and without a sandbox: tests run as root in containers, and make no request to the network. */
export const launchOptions = {
  executablePath: process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH || undefined,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${unwantedFeatures.join(",")}`,
    // Not even where there is a network.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
  ],
}

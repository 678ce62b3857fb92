import type { Plugin } from "vite"
import { changedLines, type LineChange } from "./changed-libraries.ts"

/**
 * The router shows an error page for any failed fetch, a lost connection too. With these changes only a response does:
 * any other failure leaves the page as it is and is dispatched on the window as `salon:lost` (app/browser/lost.ts).
 * React Router 8.3 has no hook for it: its `onError` only reports.
 */
const changes: LineChange[] = [
  {
    file: "@remix-run/router/dist/router.js",
    line: "  // Complete a navigation returning the state.navigation back to the IDLE_NAVIGATION\n",
    becomes: `
  function tellLost(kind, error, location) {
    let path = location ? location.pathname + location.search + location.hash : "";
    routerWindow.dispatchEvent(new CustomEvent("salon:lost", { detail: { kind, error, path } }));
  }
  // Ends a navigation of which something was lost, on the page that is shown. Returns whether that was so.
  function endIfLost(errors, kind, location, delta, actionData) {
    let error = Object.values(errors || {}).find(isLost);
    if (!error) return false;
    let isShown = location.pathname + location.search === state.location.pathname + state.location.search;
    pendingNavigationController = null;
    pendingAction = Action.Pop;
    pendingPreventScrollReset = pendingViewTransitionEnabled = isUninterruptedRevalidation = false;
    updateState({ navigation: IDLE_NAVIGATION, revalidation: "idle", fetchers: new Map(state.fetchers), ...actionData });
    if (delta) {
      unblockBlockerHistoryUpdate = () => {};
      init.history.go(-delta);
    }
    tellLost(kind === "page" && isShown ? "data" : kind, error, location);
    return true;
  }
`,
  },
  {
    file: "@remix-run/router/dist/router.js",
    line: "      return startNavigation(historyAction, location);\n",
    becomes: "      return startNavigation(historyAction, location, { delta });\n",
  },
  {
    file: "@remix-run/router/dist/router.js",
    line: "      pendingActionResult = actionResult.pendingActionResult;\n",
    becomes: `      pendingActionResult = actionResult.pendingActionResult;
      if (pendingActionResult && endIfLost([pendingActionResult[1].error], "act", location)) return;
`,
  },
  {
    file: "@remix-run/router/dist/router.js",
    line: "    // Clean up now that the action/loaders have completed.",
    becomes: `    if (endIfLost(errors, "page", location, opts && opts.delta, getActionDataForCommit(pendingActionResult))) return;
    // Clean up now that the action/loaders have completed.`,
  },
  {
    // A fetcher's act that ended while a navigation was under way would complete that navigation with its own result.
    file: "@remix-run/router/dist/router.js",
    line: `      pendingNavigationController && pendingNavigationController.abort();
      completeNavigation(state.navigation.location, {
        matches,`,
    becomes: `      pendingNavigationController && pendingNavigationController.abort();
      if (endIfLost(errors, "page", state.navigation.location)) return;
      completeNavigation(state.navigation.location, {
        matches,`,
  },
  {
    // A fetcher's failure is never the page's, nor is an error response: its caller receives it.
    file: "@remix-run/router/dist/router.js",
    line: "    let boundaryMatch = findNearestBoundary(state.matches, routeId);\n    deleteFetcher(key);\n",
    becomes: `    let fetcher = state.fetchers.get(key);
    if (isLost(error) || fetcher) {
      updateFetcherState(key, getDoneFetcher(fetcher && fetcher.data), opts);
      tellLost(fetcher && isMutationMethod(fetcher.formMethod) ? "act" : "data", error);
      return;
    }
    let boundaryMatch = findNearestBoundary(state.matches, routeId);
    deleteFetcher(key);
`,
  },
  {
    // A failed revalidation leaves the data as it is.
    file: "@remix-run/router/dist/router.js",
    line: "function processLoaderData(state, matches, results, pendingActionResult, revalidatingFetchers, fetcherResults, activeDeferreds) {\n",
    becomes: `function isLost(error) {
  return error !== undefined && !(isRouteErrorResponse(error) && error.status < 500);
}
function keepShown(results, shown) {
  for (let key of Object.keys(results)) {
    if (!isErrorResult(results[key]) || !isLost(results[key].error)) continue;
    let data = shown(key);
    if (data === undefined) continue;
    console.warn("Could not be fetched again:", key, results[key].error);
    results[key] = { type: ResultType.data, data };
  }
}
function processLoaderData(state, matches, results, pendingActionResult, revalidatingFetchers, fetcherResults, activeDeferreds) {
  if (state.navigation.state === "idle") keepShown(results, id => state.loaderData[id]);
  keepShown(fetcherResults, key => {
    let fetcher = state.fetchers.get(key);
    return fetcher ? fetcher.data : undefined;
  });
`,
  },
  {
    // Which of them fails is looked at below, when the act may still be under way: no failure is one of the page's.
    file: "@remix-run/router/dist/router.js",
    line: "  let dsMatches = matches.map((match, i) => {\n    let loadRoutePromise",
    becomes: `  for (let promise of loadRouteDefinitionsPromises) if (promise) promise.catch(() => {});
  let dsMatches = matches.map((match, i) => {
    let loadRoutePromise`,
  },
  {
    // An action does not need its route's client code.
    file: "@remix-run/router/dist/router.js",
    line: "        }), loadRoutePromise]);\n",
    becomes: '        }), type === "action" ? loadRoutePromise.catch(() => {}) : loadRoutePromise]);\n',
  },
  {
    file: "@remix-run/react/dist/esm/routes.js",
    line: "  let routeModule = await loadRouteModule(route, routeModules);\n",
    becomes: `  let routeModule = await loadRouteModule(route, routeModules);
  if (routeModule.lost) throw Object.assign(routeModule.lost, { isModule: true });
`,
  },
  {
    // Remix drops the error of a route's code once its data is there, and shows an empty document.
    file: "@remix-run/react/dist/esm/single-fetch.js",
    line: "  })));\n\n  // Wait for all routes to resolve above",
    becomes: `  }).then(result => {
    if (result.result?.isModule) lost[m.route.id] = result;
  })));

  // Wait for all routes to resolve above`,
  },
  {
    file: "@remix-run/react/dist/esm/single-fetch.js",
    line: "  let results = {};\n",
    becomes: "  let results = {};\n  let lost = {};\n",
  },
  {
    file: "@remix-run/react/dist/esm/single-fetch.js",
    line: "  await resolvePromise;\n  return results;\n",
    becomes: "  await resolvePromise;\n  return Object.assign(results, lost);\n",
  },
]

/** Leaves the page in place when a connection is lost: see `changes`. For the browser's build only. */
export function remixKeptPage(): Plugin {
  return changedLines("remix-kept-page", changes)
}

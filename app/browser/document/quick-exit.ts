/** The id of the link that the script below takes over, like any other with `data-quick-exit`. */
export const quickExitId = "quick-exit"

/**
 * For an inline script in <head>: it works from the first byte on, even if no other script loads. A press of the link,
 * or Shift three times within a second and a half each, empties the page and the browser's storage, ends the session by
 * a beacon, and replaces this page in the history by a neutral site, so that "back" does not return here (trust-safety
 * R20). Without script the link alone does it. The storage is emptied once more as the page is left, after React
 * Router has stored the scroll positions.
 */
export const quickExitScript = import.meta.env.SSR
  ? `(function(d){var n=0,t=0;function clear(){try{sessionStorage.clear();localStorage.clear()}catch(e){}}function go(){var a=d.getElementById("${quickExitId}"),u=a&&a.dataset.to||"/exit";d.documentElement.hidden=true;clear();addEventListener("pagehide",clear);try{navigator.sendBeacon("/exit")}catch(e){}location.replace(u)}addEventListener("keydown",function(e){if(e.key!=="Shift"){n=0;return}if(e.repeat)return;n=e.timeStamp-t<1500?n+1:1;t=e.timeStamp;if(n>2)go()},true);addEventListener("click",function(e){if(e.target.closest&&e.target.closest("#${quickExitId},[data-quick-exit]")){e.preventDefault();e.stopPropagation();go()}},true)})(document)`
  : ""

// A game that is still played: the page shows its last position, and loads again when the game has another version.
const WAIT = 500; // milliseconds between two questions for the version

async function follow() {
  try {
    const answer = await fetch("version", { cache: "no-store" });
    if ((await answer.text()) === document.body.dataset.version) setTimeout(follow, WAIT);
    else location.reload();
  } catch {
    parts.connection.textContent = "The command in the terminal has ended, so that this page no longer changes.";
  }
}

go(last);
follow();

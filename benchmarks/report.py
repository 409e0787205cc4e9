"""How the benchmarks print: lines of a table, and a verdict per bar."""


def row(*cells: object) -> None:
    """One line of a table: a wide first column, then narrow ones."""
    first, *rest = cells
    print(f"  {first!s:<24}" + "".join(f"{cell!s:>15}" for cell in rest), flush=True)


def verdict(bar: str, value: float, at_least: float) -> None:
    """Say whether a ratio (the more the better) reaches its bar."""
    result = "met" if value >= at_least else f"short by {100 * (1 - value / at_least):.0f} %"
    print(f"  -> {bar}: {value:.2f}, bar {at_least:.4g}: {result}", flush=True)


def verdict_within_noise(bar: str, excess: float, noise: float) -> None:
    """Say whether a difference (the less the better) is no more than noise."""
    result = "met" if excess <= noise else f"over by {excess - noise:.5f}"
    print(f"  -> {bar}: {excess:+.5f}, noise {noise:.5f}: {result}", flush=True)


def depth_name(depth: int | None) -> str:
    return "full depth" if depth is None else f"depth {depth}"

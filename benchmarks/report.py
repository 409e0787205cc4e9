"""Printed output of the benchmarks: table rows and targets."""


def row(*cells: object) -> None:
    """Print one line of a table: a wide first column, then narrow ones."""
    first, *rest = cells
    print(f"  {first!s:<24}" + "".join(f"{cell!s:>15}" for cell in rest), flush=True)


def check_target(label: str, value: float, target: float) -> None:
    """Print whether a ratio (larger is better) reaches its target."""
    result = "met" if value >= target else f"missed by {100 * (1 - value / target):.0f} %"
    print(f"  -> {label}: {value:.2f}, target {target:.4g}: {result}", flush=True)


def check_within_noise(label: str, excess: float, noise: float) -> None:
    """Print whether a difference (smaller is better) is within noise."""
    result = "met" if excess <= noise else f"exceeded by {excess - noise:.5f}"
    print(f"  -> {label}: {excess:+.5f}, noise {noise:.5f}: {result}", flush=True)


def depth_name(depth: int | None) -> str:
    return "full depth" if depth is None else f"depth {depth}"

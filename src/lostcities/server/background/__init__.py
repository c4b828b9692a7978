"""What happens by itself: bots think, and somebody looks after what is due."""
